import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

async function platform(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

test('agrees with the platform on every length around the block limits and on text beyond ASCII', async () => {
  const texts = [...Array.from({ length: 200 }, (_, n) => 'a'.repeat(n)), 'Prüfung ✓ 審査 🧾'.repeat(40)]
  for (const text of texts) expect(sha256(text)).toBe(await platform(text))
})
