import type { Json } from '@throughline/flow/eval'

/** A text of an input or a configuration; empty where there is none. */
export function textIn(values: Readonly<Record<string, Json>>, name: string): string {
  const value = values[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** A number of a configuration, whether a form gave it as such or as text. */
export function numberIn(values: Readonly<Record<string, Json>>, name: string, otherwise: number): number {
  const value = values[name]
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && value !== '' ? number : otherwise
}

/** `host:port` as an address, for texts about it. */
export const placeOf = ({ host, port }: { host: string; port: number }): string => `https://${host}:${port}/`
