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
    const known = secrets()
    const env = {
      OIDC_CLIENT_ID: known.oidc_client_id,
      OIDC_CLIENT_SECRET: known.oidc_client_secret,
      OIDC_TOOLS_CLIENT_ID: known.oidc_tools_client_id,
      OIDC_TOOLS_CLIENT_SECRET: known.oidc_tools_client_secret,
    }
    return launchProgram('oidc', 'identity/main.ts', [host, String(port('oidc')), dataOf('oidc'), ...origins], env)
  },
  healthy: () => answers(port('oidc')),
}
