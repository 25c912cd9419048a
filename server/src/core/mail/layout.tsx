import type { CSSProperties, ReactNode } from 'react'
import { Body, Button, Container, Head, Heading, Html, Link, Preview, Text } from 'react-email'

const sans = "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** The light theme, inline, since many mail programs read nothing else. */
const style = {
  body: { margin: 0, padding: '32px 12px', backgroundColor: '#f3f2ee', fontFamily: sans },
  brand: { margin: '0 0 16px', fontSize: '16px', lineHeight: '24px', fontWeight: 600, color: '#0b6170' },
  sheet: {
    maxWidth: '480px',
    padding: '32px',
    backgroundColor: '#ffffff',
    border: '1px solid #e6e3dd',
    borderRadius: '10px',
  },
  heading: { margin: '0 0 12px', fontSize: '20px', lineHeight: '28px', fontWeight: 600, color: '#1d1c1a' },
  text: { margin: '0 0 16px', fontSize: '14px', lineHeight: '22px', color: '#1d1c1a' },
  button: {
    margin: '8px 0 24px',
    padding: '10px 20px',
    borderRadius: '8px',
    backgroundColor: '#0b6674',
    fontSize: '14px',
    lineHeight: '20px',
    fontWeight: 600,
    color: '#ffffff',
  },
  note: { margin: '0 0 8px', fontSize: '12px', lineHeight: '18px', color: '#6b665e' },
  address: { color: '#0b6170', wordBreak: 'break-all' },
  eyebrow: { margin: '0 0 4px', fontSize: '13px', lineHeight: '18px', color: '#6b665e' },
  foot: { maxWidth: '600px', padding: '16px 32px 0' },
} satisfies Record<string, CSSProperties>

/** The dark theme, for programs that ask. */
const darkStyle = `
@media (prefers-color-scheme: dark) {
  .m-body, .m-body > table > tbody > tr > td { background-color: #0d0e0d !important }
  .m-sheet { background-color: #1e1f1d !important; border-color: #2b2c2a !important }
  .m-text { color: #ededea !important }
  .m-note { color: #9a978f !important }
  .m-accent { color: #6ccbd8 !important }
  .m-button { background-color: #43b1c0 !important; color: #04242a !important }
  .m-line { border-color: #2b2c2a !important }
  .m-late { color: #f29b93 !important }
}`

interface LayoutProps {
  preview: string
  heading: string
  /** In whose name it comes: the product's, unless it is an organization's. */
  brand?: string
  /** What it is and from whom, over the heading. */
  eyebrow?: string
  /** Why it came, under the sheet. A mail with one is as wide as its tables need. */
  foot?: ReactNode
  children: ReactNode
}

/** Every mail: a name, one sheet, a heading. No pictures and nothing loaded from elsewhere. */
export function MailLayout({ preview, heading, brand = 'Throughline', eyebrow, foot, children }: LayoutProps) {
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkStyle}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body style={style.body} className="m-body">
        <Container style={foot ? { ...style.sheet, maxWidth: '600px' } : style.sheet} className="m-sheet">
          <Text style={style.brand} className="m-accent">
            {brand}
          </Text>
          {eyebrow && (
            <Text style={style.eyebrow} className="m-note">
              {eyebrow}
            </Text>
          )}
          <Heading as="h1" style={style.heading} className="m-text">
            {heading}
          </Heading>
          {children}
        </Container>
        {foot && <Container style={style.foot}>{foot}</Container>}
      </Body>
    </Html>
  )
}

export const MailText = ({ children }: { children: ReactNode }) => (
  <Text style={style.text} className="m-text">
    {children}
  </Text>
)

export const MailNote = ({ children }: { children: ReactNode }) => (
  <Text style={style.note} className="m-note">
    {children}
  </Text>
)

export const MailLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} style={style.address} className="m-accent">
    {children}
  </Link>
)

export const MailButton = ({ href, label }: { href: string; label: string }) => (
  <Button href={href} style={style.button} className="m-button">
    {label}
  </Button>
)

/** The one thing to do, and its address to copy where buttons do not work. */
export const MailAction = ({ href, label, copyHint }: { href: string; label: string; copyHint: string }) => (
  <>
    <MailButton href={href} label={label} />
    <div data-skip-in-text="true">
      <MailNote>
        {copyHint} <MailLink href={href}>{href}</MailLink>
      </MailNote>
    </div>
  </>
)
