/** The first 32 bits behind the point of square and cube roots of the first primes. */
function fractions(count: number, root: (prime: number) => number): number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return primes.map((prime) => (root(prime) * 2 ** 32) | 0)
}

const ROUNDS = fractions(64, Math.cbrt)
const START = fractions(8, Math.sqrt)

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by))
const at = (words: Int32Array, index: number): number => words[index] ?? 0

function extend(words: Int32Array) {
  for (let n = 16; n < 64; n++) {
    const early = at(words, n - 15)
    const late = at(words, n - 2)
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[n] = (at(words, n - 16) + low + at(words, n - 7) + high) | 0
  }
}

function mix(state: Int32Array, words: Int32Array) {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let n = 0; n < 64; n++) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const one = (h + high + ((e & f) ^ (~e & g)) + (ROUNDS[n] ?? 0) + at(words, n)) | 0
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  for (const [n, word] of [a, b, c, d, e, f, g, h].entries()) state[n] = (at(state, n) + word) | 0
}

/**
 * In hexadecimal digits. The browser's own answers through a promise for each text, which takes far longer than the
 * sum itself; here thousands are tried in a row.
 */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const blocks = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6)
  blocks.set(bytes)
  blocks[bytes.length] = 0x80
  const view = new DataView(blocks.buffer)
  view.setUint32(blocks.length - 4, bytes.length * 8)
  const state = Int32Array.from(START)
  const words = new Int32Array(64)
  for (let from = 0; from < blocks.length; from += 64) {
    for (let n = 0; n < 16; n++) words[n] = view.getInt32(from + n * 4)
    extend(words)
    mix(state, words)
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
