import type { connectTool } from '@throughline/contracts/connections'
import type { Body } from '@throughline/contracts/endpoint'

export type JsonObject = Body<typeof connectTool>

/** The object that a text says as JSON; undefined where it says none. Nothing typed is an empty one. */
export function parseObject(text: string): JsonObject | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** As it is shown for editing; an empty one is no text at all. */
export const objectText = (value: JsonObject): string =>
  Object.keys(value).length === 0 ? '' : JSON.stringify(value, null, 2)
