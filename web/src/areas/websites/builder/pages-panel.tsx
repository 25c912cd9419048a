import type { WebsiteContent, WebsitePage } from '@throughline/contracts/website-content'
import type { Website } from '@throughline/contracts/websites'
import { pathsOf } from '@throughline/flow/site-view'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { shortDate } from '../../../shared/format/time.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { spec, texts } from '../builder.texts.ts'
import { changePage, isInMenu, movePage, removePage, setInMenu } from './model.ts'
import type { EditSite } from './use-site.ts'

type PagesPanelProps = {
  content: WebsiteContent
  moves: Website['moves']
  current: string | undefined
  onOpen: (id: string) => void
  onAdd: () => void
  onChange: EditSite
}

/** Their order is that of the website; the first one stands at its own address. */
export function PagesPanel({ content, moves, current, onOpen, onAdd, onChange }: PagesPanelProps) {
  const paths = pathsOf(content.pages)
  const page = content.pages.find(({ id }) => id === current)
  return (
    <div className="px-4 py-3">
      <ul className="space-y-0.5">
        {content.pages.map(({ id, title }, at) => (
          <li key={id} className={cn('flex items-center gap-1 rounded-sm px-2', id === current && 'bg-accent-subtle')}>
            <button type="button" onClick={() => onOpen(id)} className="min-w-0 flex-1 py-1.5 text-left">
              <span translate="no" className="block truncate text-sm font-medium">
                {title}
              </span>
              <span translate="no" className="block truncate text-xs text-fg-2">
                /{paths[at]}
              </span>
            </button>
            {id === current && <Tag>{spec.current}</Tag>}
            <IconButton
              size="sm"
              label={texts.movePageUp(title)}
              icon={ArrowUp}
              disabled={at === 0}
              onClick={() => onChange((now) => movePage(now, id, -1))}
            />
            <IconButton
              size="sm"
              label={texts.movePageDown(title)}
              icon={ArrowDown}
              disabled={at === content.pages.length - 1}
              onClick={() => onChange((now) => movePage(now, id, 1))}
            />
            <IconButton
              size="sm"
              label={texts.deletePage(title)}
              icon={Trash2}
              disabled={content.pages.length === 1}
              onClick={() => onChange((now) => removePage(now, id))}
            />
          </li>
        ))}
      </ul>
      <Button size="sm" icon={Plus} className="mt-2" onClick={onAdd}>
        {texts.addPage}
      </Button>
      {page && <PageSettings content={content} moves={moves} page={page} onChange={onChange} />}
    </div>
  )
}

type PageSettingsProps = Pick<PagesPanelProps, 'content' | 'moves' | 'onChange'> & { page: WebsitePage }

function PageSettings({ content, moves, page, onChange }: PageSettingsProps) {
  const { hidden_from_search: isHidden, ...visible } = page
  const isShown = isInMenu(content, page.id)
  const toggled = setInMenu(content, page, !isShown)
  return (
    <section aria-label={page.title} className="mt-5 space-y-3 border-t pt-4">
      <Field label={texts.pageTitle}>
        <Input
          value={page.title}
          maxLength={120}
          onChange={(event) =>
            onChange((now) => changePage(now, { ...page, title: event.target.value }), `page ${page.id}`)
          }
        />
      </Field>
      {page !== content.pages[0] && (
        <AddressField
          key={page.id}
          page={page}
          former={moves.find((move) => move.page === page.id)}
          address={pathsOf(content.pages)[content.pages.indexOf(page)] ?? ''}
          onChange={(changed) => onChange((now) => changePage(now, changed), `address ${page.id}`)}
        />
      )}
      <Field label={texts.description} hint={texts.descriptionCount(page.description?.length ?? 0)} optional>
        <Textarea
          rows={3}
          maxLength={300}
          value={page.description ?? ''}
          onChange={(event) =>
            onChange((now) => changePage(now, { ...page, description: event.target.value }), `about ${page.id}`)
          }
        />
      </Field>
      <Switch
        checked={isShown}
        disabled={toggled === content}
        onChange={() => onChange((now) => setInMenu(now, page, !isShown))}
      >
        {texts.inMenu}
      </Switch>
      <Switch
        checked={!isHidden}
        onChange={(on) => onChange((now) => changePage(now, on ? visible : { ...page, hidden_from_search: true }))}
      >
        {texts.visibleToSearch}
      </Switch>
    </section>
  )
}

const MAX_ADDRESS = 60

type AddressFieldProps = {
  page: WebsitePage
  address: string
  /** Where it was last. */
  former: Website['moves'][number] | undefined
  onChange: (page: WebsitePage) => void
}

/** Made of the page's title until it is written; written away, it is again. */
function AddressField({ page, address, former, onChange }: AddressFieldProps) {
  const zone = useZone()
  const now = useNow()
  const until = former?.until ? shortDate(former.until, zone, now) : undefined
  const [typed, setTyped] = useState<string>()
  const write = (text: string) => {
    const written = text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-/, '')
      .slice(0, MAX_ADDRESS)
    // It may end with a hyphen only while somebody goes on writing.
    const path = written.replace(/-$/, '')
    setTyped(written)
    const { path: _, ...rest } = page
    onChange(path === '' ? rest : { ...rest, path })
  }
  return (
    <Field label={texts.address} hint={former ? texts.wasAt(former.path, until) : texts.addressHint}>
      <Input
        translate="no"
        value={typed ?? address}
        onChange={(event) => write(event.target.value)}
        onBlur={() => setTyped(undefined)}
      />
    </Field>
  )
}
