import { down, wipe } from './stack/down.ts'
import { alone } from './stack/lock.ts'
import { main } from './stack/main.ts'
import { logs, status } from './stack/report.ts'
import { up } from './stack/up.ts'

const [verb = '', part] = process.argv.slice(2)

await main(async () => {
  switch (verb) {
    case 'up':
      await alone(up)
      return 0
    case 'down':
      await alone(down)
      return 0
    case 'reset':
      await alone(async () => {
        await down()
        wipe()
        await up()
      })
      return 0
    case 'status':
      return (await status()) ? 0 : 1
    case 'logs':
      return await logs(part)
    default:
      process.stderr.write('Usage: pnpm stack up | down | status | logs [part] | reset\n')
      return 2
  }
})
