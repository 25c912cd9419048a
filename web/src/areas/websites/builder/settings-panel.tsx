import {
  type FooterConfig,
  type HeaderConfig,
  MAX_MENU_ITEMS,
  MAX_MENU_LABEL,
  type WebsiteContent,
} from '@throughline/contracts/website-content'
import { contrastOf, LEAST_CONTRAST } from '@throughline/flow/site-view'
import { Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { spec, texts } from '../builder.texts.ts'
import { ColorField } from './color-field.tsx'
import { ImageDialog } from './image-dialog.tsx'
import { readable, readableLabel } from './model.ts'
import type { EditSite } from './use-site.ts'

type SettingsPanelProps = {
  content: WebsiteContent
  websiteId: string | undefined
  onChange: EditSite
}

export function SettingsPanel({ content, websiteId, onChange }: SettingsPanelProps) {
  const [part, setPart] = useState<'header' | 'footer'>()
  const { header_config, footer_config } = content
  if (part === 'header')
    return (
      <Part title={spec.editHeader} onDone={() => setPart(undefined)}>
        <HeaderFields
          config={header_config}
          websiteId={websiteId}
          onChange={(change) =>
            onChange((now) => ({ ...now, header_config: { ...now.header_config, ...change } }), 'header')
          }
        />
      </Part>
    )
  if (part === 'footer')
    return (
      <Part title={spec.editFooter} onDone={() => setPart(undefined)}>
        <FooterFields
          config={footer_config}
          onChange={(change) =>
            onChange((now) => ({ ...now, footer_config: { ...now.footer_config, ...change } }), 'footer')
          }
        />
      </Part>
    )
  return (
    <div className="space-y-2 px-4 py-3">
      <Button block onClick={() => setPart('header')}>
        {spec.editHeader}
      </Button>
      <Button block onClick={() => setPart('footer')}>
        {spec.editFooter}
      </Button>
    </div>
  )
}

const Part = ({ title, onDone, children }: { title: string; onDone: () => void; children: ReactNode }) => (
  <section aria-label={title} className="space-y-3 px-4 py-3">
    <div className="flex items-center justify-between">
      <h2 className="text-sm font-medium">{title}</h2>
      <Button size="sm" onClick={onDone}>
        {texts.done}
      </Button>
    </div>
    {children}
  </section>
)

type Colors = Pick<HeaderConfig, 'backgroundColor' | 'textColor'>

/** Both are chosen, so that the ratio between them is said. */
function ColorFields({ colors, onChange }: { colors: Colors; onChange: (colors: Colors) => void }) {
  const { backgroundColor, textColor } = colors
  const ratio = contrastOf(backgroundColor, textColor)
  return (
    <>
      <ColorField
        label={texts.background}
        value={backgroundColor}
        onChange={(color) => onChange({ textColor, backgroundColor: color })}
      />
      <ColorField
        label={texts.textColor}
        value={textColor}
        onChange={(color) => onChange({ backgroundColor, textColor: color })}
      />
      <p className="text-xs text-fg-2">
        {texts.contrast(ratio.toFixed(1))}
        {ratio < LEAST_CONTRAST && <span className="block text-warning-text">{texts.lowContrast}</span>}
      </p>
      {ratio < LEAST_CONTRAST && (
        <Button size="sm" onClick={() => onChange(readable(colors))}>
          {readableLabel(backgroundColor)}
        </Button>
      )}
    </>
  )
}

const CompanyName = ({ name, onChange }: { name: string; onChange: (name: string) => void }) => (
  <Field label={texts.companyName}>
    <Input value={name} maxLength={120} onChange={(event) => onChange(event.target.value)} />
  </Field>
)

type HeaderFieldsProps = {
  config: HeaderConfig
  websiteId: string | undefined
  onChange: (change: Partial<HeaderConfig>) => void
}

function HeaderFields({ config, websiteId, onChange }: HeaderFieldsProps) {
  const { companyName, menuItems, logo } = config
  const setItem = (at: number, item: HeaderConfig['menuItems'][number]) =>
    onChange({ menuItems: menuItems.with(at, item) })
  return (
    <>
      <CompanyName name={companyName} onChange={(name) => onChange({ companyName: name })} />
      <Logo logo={logo} websiteId={websiteId} onChange={(next) => onChange({ logo: next })} />
      <ColorFields colors={config} onChange={onChange} />
      <fieldset className="space-y-1.5">
        <legend className="mb-1 text-sm font-medium">{texts.menu}</legend>
        {menuItems.map((item, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- an item is nothing but its place and its two texts
          <div key={at} className="flex items-center gap-1">
            <Input
              aria-label={texts.menuLabel(at + 1)}
              value={item.label}
              maxLength={MAX_MENU_LABEL}
              onChange={(event) => setItem(at, { ...item, label: event.target.value })}
            />
            <Input
              aria-label={texts.menuPath(at + 1)}
              value={item.path}
              maxLength={500}
              onChange={(event) => setItem(at, { ...item, path: event.target.value })}
            />
            <IconButton
              size="sm"
              label={texts.removeItem(at + 1)}
              icon={X}
              disabled={menuItems.length === 1}
              onClick={() => onChange({ menuItems: menuItems.toSpliced(at, 1) })}
            />
          </div>
        ))}
        <Button
          size="sm"
          icon={Plus}
          disabled={menuItems.length >= MAX_MENU_ITEMS}
          onClick={() => onChange({ menuItems: [...menuItems, { label: '', path: '/' }] })}
        >
          {texts.addItem}
        </Button>
      </fieldset>
    </>
  )
}

type LogoProps = { logo: string | undefined; websiteId: string | undefined; onChange: (logo: string) => void }

function Logo({ logo, websiteId, onChange }: LogoProps) {
  const [choosing, setChoosing] = useState(false)
  return (
    <div>
      <p className="text-sm font-medium">{texts.logo}</p>
      <div className="mt-1 flex gap-1.5">
        <Button size="sm" disabled={websiteId === undefined} onClick={() => setChoosing(true)}>
          {texts.chooseImage}
        </Button>
        {logo && (
          <Button size="sm" onClick={() => onChange('')}>
            {texts.removeLogo}
          </Button>
        )}
      </div>
      {websiteId === undefined && <p className="mt-1 text-xs text-fg-3">{texts.images.saveFirst}</p>}
      {choosing && websiteId !== undefined && (
        <ImageDialog websiteId={websiteId} onChosen={onChange} onClose={() => setChoosing(false)} />
      )}
    </div>
  )
}

type FooterFieldsProps = { config: FooterConfig; onChange: (change: Partial<FooterConfig>) => void }

function FooterFields({ config, onChange }: FooterFieldsProps) {
  const { companyName, copyright, socialLinks } = config
  return (
    <>
      <CompanyName name={companyName} onChange={(name) => onChange({ companyName: name })} />
      <Field label={texts.copyright}>
        <Input value={copyright} maxLength={300} onChange={(event) => onChange({ copyright: event.target.value })} />
      </Field>
      <ColorFields colors={config} onChange={onChange} />
      <fieldset className="space-y-1.5">
        <legend className="mb-1 text-sm font-medium">{texts.social}</legend>
        {socialLinks.map(({ platform, url }, at) => (
          <Field key={platform} label={platform}>
            <Input
              type="url"
              placeholder="https://"
              value={url}
              maxLength={500}
              onChange={(event) =>
                onChange({ socialLinks: socialLinks.with(at, { platform, url: event.target.value }) })
              }
            />
          </Field>
        ))}
      </fieldset>
    </>
  )
}
