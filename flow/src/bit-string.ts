// Own base64url, most significant bit first: the workflow sandbox has neither Buffer nor atob.
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

export function toBits(members: Iterable<number>, size: number): string {
  const bytes = Math.ceil(size / 8)
  const sextets = Array.from({ length: Math.ceil((bytes * 8) / 6) }, () => 0)
  for (const member of members) {
    const at = Math.floor(member / 6)
    sextets[at] = (sextets[at] ?? 0) | (32 >> (member % 6))
  }
  return sextets.map((value) => alphabet.charAt(value)).join('')
}

function sextetAt(bits: string, member: number): number {
  return alphabet.indexOf(bits.charAt(Math.floor(member / 6)))
}

export function hasBit(bits: string, member: number): boolean {
  return (sextetAt(bits, member) & (32 >> (member % 6))) !== 0
}

export function withBit(bits: string, member: number): string {
  const at = Math.floor(member / 6)
  return bits.slice(0, at) + alphabet.charAt(sextetAt(bits, member) | (32 >> (member % 6))) + bits.slice(at + 1)
}

export function countBits(bits: string): number {
  let count = 0
  for (let member = 0; member < bits.length * 6; member++) if (hasBit(bits, member)) count += 1
  return count
}
