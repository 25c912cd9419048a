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

export function hasBit(bits: string, member: number): boolean {
  const sextet = alphabet.indexOf(bits.charAt(Math.floor(member / 6)))
  return (sextet & (32 >> (member % 6))) !== 0
}
