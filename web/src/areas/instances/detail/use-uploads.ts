import { useQueryClient } from '@tanstack/react-query'
import { addInstanceFile as shape } from '@throughline/contracts/instances'
import { useCallback, useState } from 'react'
import { sizeText } from '../../../shared/format/size.ts'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { addInstanceFile } from '../instances.api.ts'
import { instancesKey } from '../instances.keys.ts'
import { texts } from './detail.texts.ts'

/** On its way, or stopped with the reason. One that has arrived is a file of the list. */
export type UploadState = { id: string; file: File; part: number; problem: string | undefined; final: boolean }

export function useUploads(instanceId: string) {
  const queries = useQueryClient()
  const [uploads, setUploads] = useState<readonly UploadState[]>([])

  const change = useCallback(
    (id: string, to: Partial<UploadState>) =>
      setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one))),
    [],
  )
  const forget = useCallback((id: string) => setUploads((all) => all.filter((one) => one.id !== id)), [])
  const send = useCallback(
    async ({ id, file }: UploadState) => {
      change(id, { part: 0, problem: undefined })
      try {
        await addInstanceFile(instanceId, file, (part) => change(id, { part }))
        await queries.invalidateQueries({ queryKey: instancesKey })
        forget(id)
      } catch (error) {
        change(id, { problem: serverMessageOf(error) ?? texts.uploadFailed(file.name) })
      }
    },
    [instanceId, queries, change, forget],
  )
  const add = useCallback(
    (files: File[]) => {
      const added = files.map((file) => {
        const { maxBytes } = shape.file
        const tooLarge = file.size > maxBytes
        const problem = tooLarge ? texts.tooLarge(file.name, sizeText(maxBytes)) : undefined
        return { id: crypto.randomUUID(), file, part: 0, problem, final: tooLarge }
      })
      setUploads((all) => [...added, ...all])
      for (const one of added) if (!one.final) void send(one)
    },
    [send],
  )
  return { uploads, add, retry: send, forget }
}
