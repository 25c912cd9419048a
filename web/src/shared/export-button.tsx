import { Download } from 'lucide-react'
import { IconButton } from '../ui/icon-button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useCurrentUser } from './current-user.ts'
import { texts } from './export.texts.ts'
import { dayKey } from './format/time.ts'
import { serverMessageOf } from './server-message.ts'
import { useAct } from './use-act.ts'

/** Saves all rows that the list's filter shows, as the server writes them. */
export function ExportButton({ name, read }: { name: string; read: () => Promise<unknown> }) {
  const zone = useCurrentUser()?.time_zone ?? 'UTC'
  const { busy, run } = useAct({ reasonOf: (error) => serverMessageOf(error) ?? texts.failedNote })
  const save = async () => {
    const file = await read()
    if (!(file instanceof Blob)) throw new TypeError('the export is no file')
    saveFile(file, texts.fileName(name, dayKey(Date.now(), zone)))
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
