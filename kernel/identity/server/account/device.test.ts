import { expect, test } from 'vitest';
import { readDevice } from './device.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko)';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`${windows} Chrome/140.0.0.0 Safari/537.36`, 'Chrome 140', 'Windows', 'computer'],
  [`${windows} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge 140', 'Windows', 'computer'],
  [`${windows} Chrome/138.0.0.0 YaBrowser/25.8.0.0 Safari/537.36`, 'Yandex 25', 'Windows', 'computer'],
  [`${windows} Chrome/138.0.0.0 Safari/537.36 OPR/122.0.0.0`, 'Opera 122', 'Windows', 'computer'],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    'Firefox 143',
    'Linux',
    'computer',
  ],
  [`${android} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome 140', 'Android 14', 'phone'],
  [`${android} Chrome/140.0.0.0 Safari/537.36`, 'Chrome 140', 'Android 14', 'tablet'],
  [
    `${android} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet 28',
    'Android 14',
    'phone',
  ],
  [`${iphone} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari 17', 'iOS', 'phone'],
  [`${iphone} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome 140', 'iOS', 'phone'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    'Safari 18',
    'macOS',
    'computer',
  ],
  ['curl/8.5.0', '', '', 'program'],
  ['', '', '', 'unknown'],
  ['<script>alert(1)</script>', '', '', 'program'],
])('%s', (userAgent, browser, system, kind) => {
  expect(readDevice(userAgent)).toEqual({ browser, system, kind });
});
