import { onPath } from '../binaries.ts'
import { answers } from '../daemon.ts'
import type { Part } from '../part.ts'
import { dataOf, logOf } from '../places.ts'
import { launch } from '../run.ts'
import { host, port, versions } from '../settings.ts'

export const redis: Part = {
  name: 'redis',
  title: `Redis ${versions.redis}`,
  address: `${host}:${port('redis')}`,
  needs: [],
  stopSignal: 'SIGTERM',
  packages: async () => (onPath('redis-server') ? [] : ['redis-server']),
  ensure: async () => {},
  // It holds no truth, so nothing is written to disk.
  start: () => {
    const memory = ['--save', '', '--appendonly', 'no', '--dir', dataOf('redis')]
    const network = ['--bind', host, '--port', String(port('redis'))]
    return launch(onPath('redis-server') ?? 'redis-server', [...network, ...memory], logOf('redis'))
  },
  healthy: () => answers(port('redis')),
}
