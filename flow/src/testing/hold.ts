/** A promise that a random run must keep. */
export function hold(promise: boolean, text: string): asserts promise {
  if (!promise) throw new Error(`broken: ${text}`)
}

export const isBroken = (error: unknown): error is Error =>
  error instanceof Error && error.message.startsWith('broken: ')
