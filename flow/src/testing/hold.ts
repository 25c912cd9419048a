/** A promise that a random run must keep. */
export function hold(promise: boolean, text: string): asserts promise {
  if (!promise) throw new Error(`broken: ${text}`)
}
