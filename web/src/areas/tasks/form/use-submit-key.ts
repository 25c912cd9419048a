import { type RefObject, useEffect } from 'react'
import { hasMod } from '../../../ui/mod-key.ts'

/** ⌘↵ hands the form in, wherever the focus is; only another box that is written in keeps it for itself. */
export function useSubmitKey(form: RefObject<HTMLFormElement | null>, open: boolean) {
  useEffect(() => {
    if (!open) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !hasMod(event) || event.defaultPrevented) return
      const { target } = event
      if (target instanceof Element && target.closest('textarea, [role="dialog"]') && !form.current?.contains(target))
        return
      event.preventDefault()
      form.current?.requestSubmit()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [form, open])
}
