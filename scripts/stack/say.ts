const begun = performance.now()

export function say(part: string, message: string): void {
  const seconds = ((performance.now() - begun) / 1000).toFixed(1).padStart(6)
  process.stdout.write(`${seconds} s  ${part.padEnd(14)} ${message}\n`)
}
