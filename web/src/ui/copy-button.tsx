import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import type { ButtonVariant } from './button-style.ts'
import { toast } from './toast.ts'
import { uiTexts } from './ui.texts.ts'

const SHOWN_FOR = 2_000

type CopyButtonProps = { text: string; variant?: ButtonVariant; size?: 'sm' | 'md'; children?: ReactNode }

/** Copies a text, and knows for a moment that it has worked; where the browser forbids it, it says what to do instead. */
export function useCopy(onCopied?: () => void) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [copied])
  const write = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      toast.error(uiTexts.notCopied)
      return
    }
    setCopied(true)
    onCopied?.()
  }
  return { copied, copy: (text: string) => void write(text), copyIcon: copied ? Check : Copy }
}

export function CopyButton({ text, variant = 'ghost', size = 'sm', children = uiTexts.copy }: CopyButtonProps) {
  const { copied, copy, copyIcon } = useCopy()
  return (
    <Button variant={variant} size={size} icon={copyIcon} onClick={() => copy(text)}>
      {copied ? uiTexts.copied : children}
      <output className="sr-only">{copied && uiTexts.copied}</output>
    </Button>
  )
}
