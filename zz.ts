const { findRetired } = await import('./tests/architecture/find-retired.ts');
const w = (process.argv[2] ?? '').split(',').map((x) => ({ word: x.replace(/^=/, ''), use: x, alone: x.startsWith('=') }));
const by = new Map<string, string[]>();
for (const f of findRetired(w)) by.set(f.use, [...(by.get(f.use) ?? []), `${f.kind[0]} ${f.path}: ${f.name}`]);
for (const [u, l] of by) console.log(`## ${u} ${l.length}\n` + l.slice(0, Number(process.argv[3] ?? 12)).join('\n'));
