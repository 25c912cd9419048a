import type { InstanceFile } from '@throughline/contracts/instances'
import { useCallback } from 'react'
import { saidIn } from '../../../said.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast.ts'
import { downloadFile } from '../instances.api.ts'
import { texts } from './detail.texts.ts'

/** Saved under the file's own name. */
export function useDownload(instanceId: string) {
  return useCallback(
    async ({ id, filename }: InstanceFile) => {
      try {
        saveFile(await downloadFile(instanceId, id), filename)
      } catch (error) {
        const description = saidIn(error)
        toast.error(texts.downloadFailed(filename), description ? { description } : {})
      }
    },
    [instanceId],
  )
}
