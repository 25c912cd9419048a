import { answers } from '../daemon.ts'
import type { Part } from '../part.ts'
import { dataOf } from '../places.ts'
import { launchProgram } from '../programs.ts'
import { secrets } from '../secrets.ts'
import { host, port } from '../settings.ts'

const origins = [port('api'), port('web_dev'), port('e2e')].flatMap((number) =>
  ['app', 'admin', 'www'].map((name) => `http://${name}.localhost:${number}`),
)

export const identity: Part = {
  name: 'oidc',
  title: 'OpenID provider',
  address: `http://${host}:${port('oidc')}`,
  needs: [],
  stopSignal: 'SIGTERM',
  packages: async () => [],
  ensure: async () => {},
  start: () => {
    const env = { OIDC_CLIENT_ID: secrets().oidc_client_id, OIDC_CLIENT_SECRET: secrets().oidc_client_secret }
    return launchProgram('oidc', 'identity/main.ts', [host, String(port('oidc')), dataOf('oidc'), ...origins], env)
  },
  healthy: () => answers(port('oidc')),
}
