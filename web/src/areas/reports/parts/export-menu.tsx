import { REPORT_FORMATS, type Report, type ReportRun } from '@throughline/contracts/reports'
import { Download } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import type { ButtonVariant } from '../../../ui/button-style.ts'
import { Menu } from '../../../ui/menu.tsx'
import { MenuItem } from '../../../ui/menu-items.tsx'
import { saveFrom } from '../../../ui/save-file.ts'
import { spec, texts } from '../reports.texts.ts'

type ExportMenuProps = {
  report: Pick<Report, 'id' | 'title' | 'xlsx'>
  /** An earlier run; without it, the last one is saved. */
  run?: Pick<ReportRun, 'id' | 'xlsx'> | null
  disabled?: boolean
  variant?: ButtonVariant
}

/** Saves an answer as a file, which the server writes while it is read. */
export function ExportMenu({ report, run, disabled = false, variant = 'secondary' }: ExportMenuProps) {
  const { id, title } = report
  const { xlsx } = run ?? report
  const small = variant === 'ghost'
  const save = (format: string) =>
    saveFrom(`/v1/reports/${id}/download/?format=${format}${run ? `&run_id=${run.id}` : ''}`, `${title}.${format}`)
  return (
    <Menu
      align="end"
      trigger={
        <Button
          variant={variant}
          {...(small && { size: 'sm' as const })}
          icon={Download}
          disabled={disabled}
          aria-label={small ? texts.exportOf(title) : undefined}
        >
          {spec.export}
        </Button>
      }
    >
      {REPORT_FORMATS.map((format) => {
        const tooLong = format === 'xlsx' && !xlsx
        return (
          <MenuItem key={format} disabled={tooLong} onSelect={() => save(format)}>
            <span className="block font-medium">{texts.formats[format].name}</span>
            <span className="block max-w-64 text-xs whitespace-normal text-fg-3">
              {tooLong ? texts.noXlsx : texts.formats[format].note}
            </span>
          </MenuItem>
        )
      })}
    </Menu>
  )
}
