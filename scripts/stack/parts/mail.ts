import { join } from 'node:path'
import { answers } from '../daemon.ts'
import type { Part } from '../part.ts'
import { dataOf } from '../places.ts'
import { launchProgram } from '../programs.ts'
import { host, port } from '../settings.ts'

export const mail: Part = {
  name: 'mail',
  title: `mail catcher (SMTP ${port('smtp')})`,
  address: `http://${host}:${port('mail_page')}`,
  needs: [],
  stopSignal: 'SIGTERM',
  packages: async () => [],
  ensure: async () => {},
  start: () => {
    const file = join(dataOf('mail'), 'mails.jsonl')
    return launchProgram('mail', 'mail/main.ts', [host, String(port('smtp')), String(port('mail_page')), file])
  },
  healthy: async () => (await answers(port('smtp'))) && (await answers(port('mail_page'))),
}
