import type { TraceFilter, Turn } from '@throughline/contracts/instance-acts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast.ts'
import { tracePage } from '../instances.api.ts'
import { texts } from './trace.texts.ts'

/** All turns of the filter as one file, also those that were not scrolled to. */
export function ExportTrace({ instanceId, name, filter }: { instanceId: string; name: string; filter: TraceFilter }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const turns: Turn[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: Awaited<ReturnType<typeof tracePage>> = await tracePage(instanceId, filter, cursor)
        turns.push(...page.data)
        cursor = page.pagination.next_cursor
      }
      saveFile(new Blob([JSON.stringify(turns, null, 2)], { type: 'application/json' }), texts.exportName(name))
    } catch (error) {
      const description = serverMessageOf(error)
      toast.error(texts.exportFailed, description ? { description } : {})
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" variant="ghost" icon={Download} busy={busy} onClick={() => void save()}>
      {texts.export}
    </Button>
  )
}
