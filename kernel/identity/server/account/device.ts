import type { SignIn } from '#kernel/identity/contract/account.ts';

type Device = SignIn['device'];

/** Browsers by tokens of their user agents; those that imitate others come first. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bYaBrowser\/(\d+)/, 'Yandex'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\bUCBrowser\/(\d+)/, 'UC Browser'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows Phone/, 'Windows Phone'],
  [/\bWindows NT/, 'Windows'],
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b|\biPod\b/, 'iOS'],
  [/\bAndroid (\d+)/, 'Android'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Reads browser and system from a user agent. It can be forged; it only helps people recognize their own devices. */
export function readDevice(userAgent: string): Device {
  const browser = nameOf(userAgent, browsers);
  const system = nameOf(userAgent, systems);
  return { browser, system, kind: kindOf(userAgent, browser || system) };
}

function nameOf(userAgent: string, known: readonly (readonly [RegExp, string])[]): string {
  for (const [pattern, name] of known) {
    const found = pattern.exec(userAgent);
    if (found) return found[1] === undefined ? name : `${name} ${found[1]}`;
  }
  return '';
}

function kindOf(userAgent: string, name: string): Device['kind'] {
  if (/\biPad\b|\bTablet\b|\bAndroid\b(?!.*\bMobile\b)/.test(userAgent)) return 'tablet';
  if (/\bMobile\b|\biPhone\b|\bWindows Phone\b/.test(userAgent)) return 'phone';
  if (name !== '') return 'computer';
  return userAgent.trim() === '' ? 'unknown' : 'program';
}
