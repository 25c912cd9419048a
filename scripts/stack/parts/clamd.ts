import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onPath } from '../binaries.ts'
import { answers } from '../daemon.ts'
import type { Part } from '../part.ts'
import { dataOf, folder, logOf } from '../places.ts'
import { launch } from '../run.ts'
import { host, port, versions } from '../settings.ts'

// The harmless file every scanner agrees to call a virus, in two halves, so that no scanner stops at this source.
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

export const clamd: Part = {
  name: 'clamd',
  title: `ClamAV ${versions.clamav}`,
  address: `${host}:${port('clamd')}`,
  needs: [],
  stopSignal: 'SIGTERM',
  packages: async () => (onPath('clamd') ? [] : ['clamav-daemon']),
  ensure: async () => {},
  start: async () => {
    const signatures = folder(dataOf('clamd'), 'signatures')
    const signature = Buffer.from(eicar).toString('hex')
    writeFileSync(join(signatures, 'test.ndb'), `Eicar-Test-Signature:0:*:${signature}\n`)
    const settings = join(dataOf('clamd'), 'clamd.conf')
    const lines = [
      `DatabaseDirectory ${signatures}`,
      `TCPSocket ${port('clamd')}`,
      `TCPAddr ${host}`,
      'Foreground yes',
      'StreamMaxLength 1025M',
      'MaxScanSize 1025M',
      'MaxFileSize 1025M',
      'MaxThreads 4',
    ]
    writeFileSync(settings, `${lines.join('\n')}\n`)
    return await launch(onPath('clamd') ?? 'clamd', ['--config-file', settings], logOf('clamd'))
  },
  healthy: () => answers(port('clamd')),
}
