import { useRef, useState } from 'react'

/** A form that opens under its button; whoever closes it is back on the button. */
export function useInlineForm() {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return { isOpen, setOpen, opener, close }
}
