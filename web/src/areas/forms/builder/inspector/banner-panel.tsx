import { BANNER_HEIGHTS, DEFAULT_BANNER } from '@throughline/contracts/form-content'
import { ImageIcon, Info, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { FileDrop } from '../../../../ui/file-drop.tsx'
import { Input } from '../../../../ui/input.tsx'
import { Slider } from '../../../../ui/slider.tsx'
import { texts as builderTexts, spec } from '../../builder.texts.ts'
import type { Banner, BannerSource } from '../model/content.ts'
import type { Edits } from '../use-edits.ts'
import { PanelSection, SidePanel } from './side-panel.tsx'

const texts = builderTexts.banner
const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
const MAX_BYTES = 5 * 1_048_576

type BannerPanelProps = { banner: Banner | null; edits: Edits; onClose: () => void }

export function BannerPanel({ banner, edits, onClose }: BannerPanelProps) {
  const [problem, setProblem] = useState<string>()
  const put = (source: BannerSource) => {
    setProblem(undefined)
    edits.setBanner({ ...DEFAULT_BANNER, ...banner, source })
  }
  const choose = (file: File | undefined) => {
    if (!file) return
    if (!TYPES.includes(file.type)) setProblem(texts.wrongType)
    else if (file.size > MAX_BYTES) setProblem(spec.tooLarge)
    else put({ kind: 'file', file })
  }
  return (
    <SidePanel
      title={builderTexts.panels.banner}
      icon={ImageIcon}
      onClose={onClose}
      footer={
        banner && (
          <Button size="sm" variant="ghost" icon={Trash2} className="ml-auto" onClick={() => edits.setBanner(null)}>
            {texts.remove}
          </Button>
        )
      }
    >
      <PanelSection>
        <FileDrop
          label={banner ? texts.replace : texts.choose}
          hint={texts.types}
          accept={TYPES.join(',')}
          onFiles={([file]) => choose(file)}
        />
        {problem && (
          <p role="alert" className="text-xs text-danger-fg">
            {problem}
          </p>
        )}
        <AddressField onPut={(url) => put({ kind: 'url', url })} />
      </PanelSection>
      {banner && <BannerFacts banner={banner} edits={edits} />}
    </SidePanel>
  )
}

function AddressField({ onPut }: { onPut: (url: string) => void }) {
  const [url, setUrl] = useState('')
  const [wrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
    setWrong(!isWeb)
    if (!isWeb) return
    onPut(url)
    setUrl('')
  }
  return (
    <form onSubmit={submit} noValidate>
      <Field label={texts.address} optional error={wrong && texts.wrongAddress} hint={texts.addressHint}>
        <span className="flex gap-2">
          <Input
            type="url"
            value={url}
            maxLength={2_000}
            placeholder="https://"
            onChange={({ target }) => setUrl(target.value)}
            className="min-w-0 flex-1"
          />
          <Button type="submit" disabled={url.trim() === ''}>
            {texts.use}
          </Button>
        </span>
      </Field>
    </form>
  )
}

function BannerFacts({ banner, edits }: { banner: Banner; edits: Edits }) {
  const { altText, height } = banner
  return (
    <PanelSection>
      <Field label={texts.description} hint={texts.descriptionHint}>
        <Input
          maxLength={300}
          value={altText}
          onChange={({ target }) => edits.setBanner({ ...banner, altText: target.value }, 'altText')}
        />
      </Field>
      <div>
        <div className="flex items-baseline text-sm">
          <span className="flex-1 font-medium">{texts.height}</span>
          <span className="tnum text-fg-2">{texts.pixels(height)}</span>
        </div>
        <Slider
          label={texts.height}
          min={BANNER_HEIGHTS.least}
          max={BANNER_HEIGHTS.most}
          step={10}
          value={height}
          onChange={(next) => edits.setBanner({ ...banner, height: next }, 'height')}
        />
        <p aria-hidden className="flex justify-between text-xs text-fg-3">
          <span>{BANNER_HEIGHTS.least}</span>
          <span>{BANNER_HEIGHTS.most}</span>
        </p>
      </div>
      <p className="flex items-start gap-2 rounded-md bg-surface-2 px-3 py-2 text-xs text-fg-2">
        <Info size={14} aria-hidden className="mt-px shrink-0 text-fg-3" />
        {texts.phones}
      </p>
    </PanelSection>
  )
}
