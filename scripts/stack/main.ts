/** Runs a command of the repository: its result is the exit code, an error is told in words without a stack trace. */
export async function main(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work()
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
