import { becomeStacked, runForeground } from './stack/foreground.ts'
import { main } from './stack/main.ts'

const [command, ...args] = process.argv.slice(2)

await main(async () => {
  if (!command) throw new Error('Usage: node scripts/with-stack.ts <command> [arguments]')
  return await runForeground(command, args, await becomeStacked())
})
