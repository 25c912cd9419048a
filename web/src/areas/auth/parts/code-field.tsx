import { type RefObject, useEffect, useRef } from 'react'
import { CodeCells } from '../../../ui/code-cells.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { texts } from './second-factor.texts.ts'
import type { Code } from './use-code.ts'

/** After a wrong code, and when the other kind takes its place, one types on from the start. */
function useFocusFirst(code: Code): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const wrong = code.form.errors.code !== undefined
  const latest = useRef({ recovery: !code.recovery, wrong })
  useEffect(() => {
    const { recovery, wrong: before } = latest.current
    latest.current = { recovery: code.recovery, wrong }
    if (recovery === code.recovery && (before || !wrong)) return
    place.current?.querySelector<HTMLElement>('input:not([aria-hidden="true"])')?.focus()
  }, [code.recovery, wrong])
  return place
}

/** Six cells, whose last digit sends the form; or one field for a recovery code. */
export function CodeField({ code, size = 'lg' }: { code: Code; size?: 'md' | 'lg' }) {
  const { form, recovery, lockedSeconds } = code
  const place = useFocusFirst(code)
  return (
    <div ref={place}>
      <Field key={String(recovery)} label={recovery ? texts.recoveryCode : texts.code} error={form.errors.code}>
        {recovery ? (
          <Input
            {...form.field('code')}
            size={size}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
            readOnly={form.busy || lockedSeconds > 0}
          />
        ) : (
          <CodeCells
            value={form.values.code}
            onChange={(value) => form.set('code', value)}
            submits
            size={size}
            readOnly={form.busy || lockedSeconds > 0}
          />
        )}
      </Field>
    </div>
  )
}
