import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { FileInput } from '../../../ui/file-input.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast } from '../../../ui/toast.ts'
import { blankDraft, keepDraft } from '../add/use-add-draft.ts'
import { readJson } from '../templates/read-json.ts'
import { useWorkflowsRefresh, workflowCalls } from '../workflows.api.ts'
import { spec, texts } from '../workflows.texts.ts'

/** A JSON file becomes a draft that opens in the builder. What is refused can be mended in the panel's editor. */
export function ImportButton() {
  const file = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const refresh = useWorkflowsRefresh()

  const refuse = (title: string, text: string, description: string | undefined) =>
    toast.error(title, {
      ...(description && { description }),
      action: {
        label: texts.fixIt,
        onPress: () => {
          keepDraft(queries, { ...blankDraft, text, fresh: true })
          void navigate({ to: '/workflows', search: { panel: 'add', mode: 'json' } })
        },
      },
    })

  const take = async (chosen: File) => {
    const text = await chosen.text().catch(() => undefined)
    if (text === undefined) return void toast.error(texts.importFailed, { description: texts.unreadable })
    const read = readJson(text)
    if (!read.ok) return void refuse(spec.invalidJson, text, texts.notJson(read.line, read.column, read.reason))
    try {
      const { data } = await workflowCalls.importDraft(read.value)
      toast.success(texts.imported(data.name))
      void refresh()
      await navigate({ to: '/workflow-builder/$workflowId', params: { workflowId: data.id } })
    } catch (error) {
      refuse(texts.importFailed, text, serverMessageOf(error))
    }
    return undefined
  }
  return (
    <>
      <FileInput
        ref={file}
        accept=".json,application/json"
        label={texts.importFile}
        onFiles={([chosen]) => {
          if (!chosen || busy) return
          setBusy(true)
          void take(chosen).finally(() => setBusy(false))
        }}
      />
      <IconButton
        label={texts.import}
        icon={FileUp}
        size="lg"
        aria-busy={busy || undefined}
        onClick={() => file.current?.click()}
      />
    </>
  )
}
