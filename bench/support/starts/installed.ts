import { removeSchedules } from '../../../server/test/worker.ts'
import { type Installation, startInstallation, stopOnSignal } from '../crash/installation.ts'

const CONNECTIONS = 8

/** An installation for as long as the work takes, with what the engine holds of it removed afterwards. */
export async function withInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T> {
  const installation = await startInstallation(false, CONNECTIONS)
  stopOnSignal(installation)
  try {
    return await work(installation)
  } finally {
    await installation.stop(false)
    await removeSchedules(installation.database.name)
  }
}
