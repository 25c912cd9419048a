import { deviceKind, deviceName } from '@throughline/contracts/device-name'
import { expect, test } from 'vitest'

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const ANDROID = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0'

test.each([
  [`${WINDOWS} Chrome/149.0.0.0 Safari/537.36`, 'Chrome on Windows', 'desktop'],
  [`${WINDOWS} Chrome/149.0.0.0 Safari/537.36 Edg/149.0.0.0`, 'Edge on Windows', 'desktop'],
  [`${WINDOWS} Chrome/149.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera on Windows', 'desktop'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Linux', 'desktop'],
  [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`, 'Safari on Mac', 'desktop'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 CriOS/149.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPad',
    'tablet',
  ],
  [`Mozilla/5.0 (Linux; Android 16; K) ${ANDROID} Mobile Safari/537.36`, 'Chrome on Android', 'phone'],
  [`Mozilla/5.0 (Linux; Android 16; K) ${ANDROID} Safari/537.36`, 'Chrome on Android', 'tablet'],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/149.0 Safari/537.36',
    'Chrome on ChromeOS',
    'desktop',
  ],
  ['Throughline/1.4 (Linux)', 'Throughline client', 'desktop'],
  ['curl/8.9', 'Unknown browser', 'desktop'],
  ['', 'Unknown browser', 'desktop'],
])('%s', (agent, name, kind) => {
  expect(deviceName(agent)).toBe(name)
  expect(deviceKind(agent)).toBe(kind)
})
