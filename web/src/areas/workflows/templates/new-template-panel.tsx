import { useQueryClient } from '@tanstack/react-query'
import type { Template } from '@throughline/contracts/templates'
import { type DragEvent, useState } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { toast } from '../../../ui/toast.ts'
import { readJson } from './read-json.ts'
import { TemplateSources } from './template-sources.tsx'
import { templateCalls } from './templates.api.ts'
import { spec, texts } from './templates.texts.ts'

const words = texts.adding

type NewTemplatePanelProps = { workspace: string; onAdded: (template: Template) => void; onClose: () => void }

/** A workflow document, pasted, from a file or from a workflow of one's own, kept for everyone in the workspace. */
export function NewTemplatePanel({ workspace, onAdded, onClose }: NewTemplatePanelProps) {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<{ title: string; text?: string | undefined }>()
  const [busy, setBusy] = useState(false)

  const take = (next: string) => {
    setText(next)
    setProblem(undefined)
  }
  const takeFile = async (file: File | undefined) => {
    if (!file) return
    try {
      take(await file.text())
    } catch {
      setProblem({ title: words.fileUnread })
    }
  }
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void takeFile(event.dataTransfer.files[0])
  }
  const create = async () => {
    const read = readJson(text)
    if (!read.ok) return setProblem({ title: spec.badJson, text: words.at(read.line, read.column, read.reason) })
    setBusy(true)
    try {
      const { data } = await templateCalls.add(read.value)
      toast.success(words.created(data.name))
      void queries.invalidateQueries({ queryKey: templateCalls.key })
      onAdded(data)
    } catch (error) {
      setProblem({ title: spec.addFailed, text: serverMessageOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel
      title={spec.add}
      onClose={onClose}
      footer={
        <>
          <span className="min-w-0 flex-1 self-center truncate text-xs text-fg-3">{words.foot(workspace)}</span>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={busy} disabled={!text.trim()} onClick={() => void create()}>
            {words.create}
          </Button>
        </>
      }
    >
      <div className="flex h-full min-h-96 flex-col gap-3">
        <p className="text-sm text-fg-2">{words.intro}</p>
        <TemplateSources onText={take} onFile={(file) => void takeFile(file)} />
        <textarea
          aria-label={words.json}
          data-takes-files
          aria-invalid={problem !== undefined}
          spellCheck={false}
          value={text}
          onDragOver={(event) => event.preventDefault()}
          onDrop={drop}
          onChange={(event) => take(event.target.value)}
          className="min-h-48 flex-1 resize-none rounded-sm border border-line-control bg-surface p-3 font-mono text-xs leading-5 aria-invalid:border-danger-mark"
        />
        {problem && (
          <div role="alert" className="rounded-sm bg-danger-bg px-3 py-2 text-sm text-danger-fg">
            <p className="font-medium">{problem.title}</p>
            {problem.text && <p className="mt-0.5 text-xs">{problem.text}</p>}
          </div>
        )}
      </div>
    </Panel>
  )
}
