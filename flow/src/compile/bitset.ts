/** A set of small numbers. */
export type Bits = Uint32Array

export const emptyBits = (size: number): Bits => new Uint32Array(Math.max(1, Math.ceil(size / 32)))

/** Everything up to the size and, for speed, somewhat beyond it. */
export const fullBits = (size: number): Bits => emptyBits(size).fill(0xffffffff)

export function addBit(bits: Bits, member: number): void {
  bits[member >>> 5] = (bits[member >>> 5] ?? 0) | (1 << (member & 31))
}

export const hasMember = (bits: Bits | undefined, member: number): boolean =>
  bits !== undefined && ((bits[member >>> 5] ?? 0) & (1 << (member & 31))) !== 0

export function withMember(bits: Bits | undefined, member: number): Bits {
  const more = bits ? bits.slice() : emptyBits(member + 1)
  addBit(more, member)
  return more
}

export function orInto(bits: Bits | undefined, other: Bits | undefined): void {
  if (bits && other) for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) | (other[at] ?? 0)
}

export function andInto(bits: Bits, other: Bits): void {
  for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) & (other[at] ?? 0)
}

export function dropFrom(bits: Bits, other: Bits | undefined): void {
  if (other) for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) & ~(other[at] ?? 0)
}

export function meets(one: Bits | undefined, other: Bits | undefined): boolean {
  return one !== undefined && other !== undefined && one.some((word, at) => (word & (other[at] ?? 0)) !== 0)
}

export const sameBits = (one: Bits, other: Bits): boolean => one.every((word, at) => word === other[at])

export function membersOf(bits: Bits | undefined): number[] {
  const members: number[] = []
  if (bits)
    for (let at = 0; at < bits.length; at++)
      for (let rest = bits[at] ?? 0; rest !== 0; rest &= rest - 1) members.push(at * 32 + 31 - Math.clz32(rest & -rest))
  return members
}
