import { ApiError } from '@throughline/contracts/client'
import { type FoundTool, OPENAPI_LIMITS } from '@throughline/contracts/openapi-tools'
import { ClipboardPaste, FileJson, Link2, type LucideIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FileInput } from '../../../ui/file-input.tsx'
import { Input } from '../../../ui/input.tsx'
import { quietLinkClass } from '../../../ui/link-style.ts'
import { Textarea } from '../../../ui/textarea.tsx'
import { openApiCalls } from '../integrations.api.ts'
import { isPlainAddress } from './new-openapi-tool.ts'
import { texts } from './openapi.texts.ts'

const { document: words } = texts

type Source = 'address' | 'document'

class TooLarge extends Error {}

const requireSize = (size: number) => {
  if (size > OPENAPI_LIMITS.document) throw new TooLarge()
}

/** Reads a document by its address, from a file, or as it was pasted; nothing is found until it was. */
export function useDocumentSource(onFound: (found: FoundTool | undefined) => void) {
  const [source, setSource] = useState<Source>('address')
  const read = async (given: { address: string } | { document: string }) => {
    onFound(undefined)
    onFound(await openApiCalls.read(given))
  }
  const form = useForm<Source>({
    initial: { address: '', document: '' },
    check: ({ address, document }): Partial<Record<Source, string>> => {
      if (source === 'address') return isPlainAddress(address) ? {} : { address: words.addressWrong }
      return document.trim() === '' ? { document: words.pastedWrong } : {}
    },
    submit: async ({ address, document }) => {
      if (source === 'address') return read({ address: address.trim() })
      requireSize(new Blob([document]).size)
      return read({ document })
    },
    failure: { title: words.failed },
    refused: (error) => {
      if (error instanceof TooLarge) return { [source]: words.tooLarge }
      return error instanceof ApiError && error.code === 'document_refused' ? { [source]: error.message } : undefined
    },
  })
  const readFile = (file: File) =>
    form.run(async () => {
      requireSize(file.size)
      await read({ document: await file.text() })
    })
  return { form, source, setSource, readFile }
}

const focusFirst = (box: HTMLElement | null) => box?.querySelector<HTMLElement>('input, textarea')?.focus()

export function DocumentSource({ form, source, setSource, readFile }: ReturnType<typeof useDocumentSource>) {
  const { field, errors, busy, waiting } = form
  const file = useRef<HTMLInputElement>(null)
  return (
    <form {...form.props} autoComplete="off" className="space-y-3">
      <FormProblem problem={form.problem} seconds={form.seconds} />
      <div key={source} ref={focusFirst}>
        {source === 'address' ? (
          <Field label={words.address} error={errors.address}>
            <Input {...field('address')} type="url" icon={Link2} spellCheck={false} className="font-mono" />
          </Field>
        ) : (
          <Field label={words.pasted} error={errors.document} hint={words.pastedHint}>
            <Textarea
              {...field('document')}
              rows={8}
              spellCheck={false}
              className="font-mono field-sizing-fixed"
              onChange={({ target }) => form.set('document', target.value)}
            />
          </Field>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={busy} disabled={waiting}>
          {words.read}
        </Button>
        <Way icon={FileJson} text={words.fromFile} onPress={() => file.current?.click()} />
        {source === 'address' ? (
          <Way icon={ClipboardPaste} text={words.paste} onPress={() => setSource('document')} />
        ) : (
          <Way icon={Link2} text={words.fromAddress} onPress={() => setSource('address')} />
        )}
      </div>
      <FileInput
        ref={file}
        label={words.fromFile}
        accept=".json,.yaml,.yml"
        onFiles={([first]) => first && void readFile(first)}
      />
    </form>
  )
}

/** Another way to give the document. */
const Way = ({ icon: Icon, text, onPress }: { icon: LucideIcon; text: string; onPress: () => void }) => (
  <button type="button" onClick={onPress} className={`inline-flex items-center gap-1.5 text-sm ${quietLinkClass}`}>
    <Icon size={14} aria-hidden />
    {text}
  </button>
)
