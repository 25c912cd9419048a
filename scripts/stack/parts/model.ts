import { answers } from '../daemon.ts'
import type { Part } from '../part.ts'
import { launchProgram } from '../programs.ts'
import { secrets } from '../secrets.ts'
import { host, port } from '../settings.ts'

export const model: Part = {
  name: 'model',
  title: 'model server (OpenAI-compatible)',
  address: `http://${host}:${port('model')}`,
  needs: [],
  stopSignal: 'SIGTERM',
  packages: async () => [],
  ensure: async () => {},
  start: () =>
    launchProgram('model', 'model/main.ts', [host, String(port('model'))], { MODEL_KEY: secrets().model_key }),
  healthy: () => answers(port('model')),
}
