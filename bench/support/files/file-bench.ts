import { ownBucket } from '../../../server/test/storage/own-bucket.ts'
import { removeSchedules } from '../../../server/test/worker.ts'
import { type Installation, startInstallation, stopOnSignal } from '../crash/installation.ts'
import { pauseWork } from './pause-work.ts'
import { startBarePipe, startProductSide } from './sides.ts'

export interface FileBench {
  installation: Installation
  bare: Awaited<ReturnType<typeof startBarePipe>>
  product: Awaited<ReturnType<typeof startProductSide>>
}

/** The product beside a bare pipe, with a bucket of their own; nothing is scanned until the work says so. */
export async function withFileBench<T>(work: (bench: FileBench) => Promise<T>): Promise<T> {
  const bucket = await ownBucket()
  process.env.S3_BUCKET = bucket.config.S3_BUCKET
  const installation = await startInstallation(false)
  stopOnSignal(installation)
  const bare = await startBarePipe()
  const product = await startProductSide(installation)
  try {
    pauseWork(installation, true)
    return await work({ installation, bare, product })
  } finally {
    pauseWork(installation, false)
    bare.child.kill()
    await installation.stop(false)
    await removeSchedules(installation.database.name)
    await bucket.drop()
  }
}
