import type { FormElement, FormOption } from '@throughline/contracts/form-content'
import { optionsOf } from '@throughline/flow/form'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Input } from '../../../../ui/input.tsx'
import { texts } from '../../builder.texts.ts'
import { TypedInput } from '../typed-text.tsx'
import type { Edits } from '../use-edits.ts'

/** A plain option is its own label; one that is sent under another value keeps that. */
const relabelled = (option: FormOption | undefined, label: string): FormOption =>
  typeof option === 'object' ? { ...option, label } : label

function moved<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const one = list[from]
  return one === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(from + by, 0, one)
}

export function OptionsEditor({ element, edits }: { element: FormElement; edits: Edits }) {
  const { id, options = [] } = element
  const [text, setText] = useState('')
  const set = (next: readonly FormOption[], what?: string) => edits.change(id, { options: [...next] }, what)
  const add = (...labels: string[]) => {
    const given = labels.map((label) => label.trim()).filter(Boolean)
    if (given.length > 0) set([...options, ...given])
    setText('')
  }
  const onPaste = (event: ClipboardEvent) => {
    const lines = event.clipboardData.getData('text/plain').split(/\r?\n/)
    if (lines.length < 2) return
    event.preventDefault()
    add(...lines)
  }
  return (
    <div className="space-y-1.5">
      <ol className="space-y-1.5">
        {optionsOf(element).map(({ label }, at) => (
          <li key={at} className="flex items-center gap-1">
            <TypedInput
              size="sm"
              aria-label={texts.option(at + 1)}
              maxLength={200}
              value={label}
              onText={(words) => set(options.with(at, relabelled(options[at], words)), `option ${at}`)}
              className="min-w-0 flex-1"
            />
            <IconButton
              label={texts.optionUp(label)}
              icon={ArrowUp}
              size="sm"
              disabled={at === 0}
              onClick={() => set(moved(options, at, -1))}
            />
            <IconButton
              label={texts.optionDown(label)}
              icon={ArrowDown}
              size="sm"
              disabled={at === options.length - 1}
              onClick={() => set(moved(options, at, 1))}
            />
            <IconButton
              label={texts.removeOption(label)}
              icon={X}
              size="sm"
              onClick={() => set(options.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      <form
        className="flex items-center gap-1"
        onSubmit={(event) => {
          event.preventDefault()
          add(text)
        }}
      >
        <Input
          size="sm"
          aria-label={texts.newOption}
          placeholder={texts.newOption}
          maxLength={200}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onPaste={onPaste}
          className="min-w-0 flex-1"
        />
        <IconButton type="submit" label={texts.addOption} icon={Plus} size="sm" />
      </form>
    </div>
  )
}
