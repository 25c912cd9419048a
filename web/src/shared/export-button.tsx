import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@throughline/contracts/client'
import { EXPORT_TOO_LARGE, type Export } from '@throughline/contracts/exports'
import { Download } from 'lucide-react'
import { IconButton } from '../ui/icon-button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useCurrentUser } from './current-user.ts'
import { texts } from './export.texts.ts'
import { followExport } from './exports.ts'
import { dayKey } from './format/time.ts'
import { serverMessageOf } from './server-message.ts'
import { useAct } from './use-act.ts'

/** The rows that a list's filter shows: streamed, or prepared by a job where they are too many. */
export type ExportCalls = { read: () => Promise<unknown>; request: () => Promise<Export> }

/** Saves all rows that the list's filter shows, as the server writes them. */
export function ExportButton({ name, calls }: { name: string; calls: ExportCalls }) {
  const queries = useQueryClient()
  const zone = useCurrentUser()?.time_zone ?? 'UTC'
  const { busy, run } = useAct({ reasonOf: (error) => serverMessageOf(error) ?? texts.failedNote })
  const save = async () => {
    try {
      const file = await calls.read()
      if (!(file instanceof Blob)) throw new TypeError('the export is no file')
      saveFile(file, texts.fileName(name, dayKey(Date.now(), zone)))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== EXPORT_TOO_LARGE) throw error
      followExport(queries, await calls.request(), error.message)
    }
  }
  return (
    <IconButton
      label={texts.export}
      icon={Download}
      disabled={busy !== undefined}
      onClick={() => void run({ call: save, failed: texts.failed })}
    />
  )
}
