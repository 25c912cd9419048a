import { Check, Copy, Download, WrapText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast.ts'
import { jsonTexts } from './json.texts.ts'

type TextBarProps = {
  keys: readonly (string | number)[]
  text: () => string
  name: string
  canFormat: boolean
  /** Absent: read only. */
  onFormat?: (() => void) | undefined
}

const SHOWN_FOR = 2_000

/** Where the cursor is, and what can be done with the whole text. */
export function TextBar({ keys, text, name, canFormat, onFormat }: TextBarProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => setCopied(true),
      () => toast.error(jsonTexts.notCopied),
    )
  const download = () => saveFile(new Blob([text()], { type: 'application/json' }), jsonTexts.file(name))
  return (
    <div className="flex h-10 shrink-0 items-center gap-1 border-b pr-2 pl-4 text-xs">
      <span translate="no" className="min-w-0 flex-1 truncate font-mono text-fg-2">
        {keys.length === 0 ? jsonTexts.whole : keys.join(' › ')}
      </span>
      {onFormat && (
        <IconButton
          label={jsonTexts.format}
          kbd="Shift+Alt+F"
          icon={WrapText}
          disabled={!canFormat}
          onClick={onFormat}
        />
      )}
      <IconButton
        label={copied ? jsonTexts.copied : jsonTexts.copy}
        icon={copied ? Check : Copy}
        onClick={() => void copy()}
      />
      <IconButton label={jsonTexts.download} icon={Download} onClick={download} />
    </div>
  )
}
