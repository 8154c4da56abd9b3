import semver from 'semver';
import type { Declarations } from './declarations.ts';
import { findBreaks } from './find-breaks.ts';

/** The declarations committed to the repository, and their API version. */
export interface Reports {
  readonly version: string;
  readonly declarations: Declarations;
}

/**
 * Returns a sentence for each use that a plugin written for `reports` would lose. A new major version permits it if its
 * upgrade notes name each broken export.
 *
 * @param notes The text of `UPGRADING.md`: a heading `## 2.0.0` per version.
 */
export function findRejections(reports: Reports, current: Reports, notes: string): readonly string[] {
  const broken = Object.entries(reports.declarations).flatMap(([entry, before]) => {
    const after = current.declarations[entry];
    if (after === before) return [];
    if (after === undefined) return [{ name: entry, text: `${entry}.ts was removed` }];
    return (findBreaks(before, [after])[0] ?? []).map((text) => ({
      name: text.split(' ')[0] ?? text,
      text: `${entry}: ${text}`,
    }));
  });
  const isMajor = semver.major(current.version) > semver.major(reports.version);
  const section = sectionOf(notes, current.version);
  return broken.flatMap(({ name, text }) => {
    if (!isMajor) {
      const next = semver.inc(reports.version, 'major') ?? '';
      return [
        `${text}, which breaks plugins written for plugin-api ${reports.version}. Keep it, or raise apiVersion to ${next} and name ${name} under “## ${next}” in kernel/plugin-api/UPGRADING.md`,
      ];
    }
    return section.includes(name)
      ? []
      : [
          `${text}. Version ${current.version} may break it, and kernel/plugin-api/UPGRADING.md has to say under “## ${current.version}” what plugins do instead of ${name}`,
        ];
  });
}

/** Whether the committed reports differ from the current ones: in a declaration, a comment or the version. */
export function isStale(reports: Reports, current: Reports): boolean {
  const entries = new Set([...Object.keys(reports.declarations), ...Object.keys(current.declarations)]);
  return (
    reports.version !== current.version ||
    [...entries].some((entry) => reports.declarations[entry] !== current.declarations[entry])
  );
}

function sectionOf(notes: string, version: string): string {
  const sections = notes.split(/^## /m).slice(1);
  return sections.find((section) => section.split('\n')[0]?.trim() === version) ?? '';
}
