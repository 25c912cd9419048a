/** What people look for in a firm's work, and what must come: each thing with searches that mean it. */
export interface Sought {
  kind: 'task' | 'instance' | 'file' | 'person'
  name: string
  /** Description of a task or instance, text of a file. */
  text?: string
  queries: readonly string[]
}

const task = (name: string, text: string, ...queries: string[]): Sought => ({ kind: 'task', name, text, queries })
const instance = (name: string, text: string, ...queries: string[]): Sought => ({
  kind: 'instance',
  name,
  text,
  queries,
})
const file = (name: string, text: string, ...queries: string[]): Sought => ({ kind: 'file', name, text, queries })
const person = (name: string, ...queries: string[]): Sought => ({ kind: 'person', name, queries })

export const SOUGHT: readonly Sought[] = [
  // Codes, however they are typed.
  file(
    'INV-20391 Meridian Shipping.pdf',
    'Invoice for the charter of two barges',
    'INV-20391',
    'inv20391',
    '20391',
    'meridian invoice',
  ),
  file('INV-20392 Meridian Shipping.pdf', 'Invoice for pilotage and mooring', 'INV-20392', '20392', 'pilotage'),
  file(
    'PO_7781-B Castellan Steel.pdf',
    'Purchase order for rolled sheets',
    'PO 7781-B',
    '7781b',
    'castellan order',
    'rolled sheet',
  ),
  file(
    'Contract_NW-88_Northwind.docx.pdf',
    'Framework agreement with Northwind Traders',
    'NW-88',
    'nw88',
    'northwind framework',
    'framework agreements',
  ),
  instance(
    'Claim CLM-2026-0042',
    'Water damage in the archive',
    'CLM-2026-0042',
    'clm20260042',
    'water damages',
    'archive claim',
  ),
  task('Check IBAN DE89 3704 0044', 'The account of the landlord', 'DE89', 'iban landlord', 'check iban'),
  file('Scan 2026-03-12.pdf', 'Delivery note signed at the gate', '2026-03-12', 'delivery notes', 'signed gate'),
  // Amounts.
  file(
    'Offer Lumen.pdf',
    'Total price 1,250,000.50 EUR net',
    '1250000',
    '1,250,000.50',
    'lumen offer',
    'total 1250000.50',
  ),
  file('Offer Solaris.pdf', 'Gesamtpreis 48.900,00 EUR', '48900', '48.900,00', 'solaris'),
  task('Approve budget of 75,000', 'Marketing in the second half', '75000', '75,000', 'approve budgets'),
  // English plurals and forms.
  task(
    'Review supplier contracts',
    'All contracts that end this year',
    'supplier contract',
    'reviewing suppliers',
    'contract review',
  ),
  task('Onboard new employee', 'Laptop, badge and mailbox', 'onboarding employees', 'badges', 'new employees'),
  task('Reconcile bank statements', 'Three accounts are open', 'bank statement', 'reconciling', 'reconcil'),
  instance(
    'Office relocation to Bremen',
    'Movers, keys and new leases',
    'relocations bremen',
    'office relocation',
    'mover lease',
  ),
  instance(
    'Annual audit 2026',
    'Auditors ask for ledgers and policies',
    'annual audit',
    'auditor ledger',
    'audit policy',
  ),
  file(
    'Travel policy.pdf',
    'Flights are booked by the travel desk; hotels up to 140 a night',
    'travel policies',
    'hotel night',
    'flight desk',
  ),
  file(
    'Whistleblowing procedure.pdf',
    'Reports are kept confidential',
    'whistleblowing',
    'confidential report',
    'whistleb',
  ),
  task('Translate brochures', 'Into Dutch and French', 'brochure', 'translate dutch', 'french brochures'),
  task('Renew fire insurance', 'Policies expire in June', 'fire insurances', 'renew insurance', 'policies expire june'),
  instance(
    'Hiring of a controller',
    'Interviews and references',
    'hiring controllers',
    'interview reference',
    'controller hir',
  ),
  // German: plurals, umlauts both ways, ß.
  task(
    'Rechnungen prüfen',
    'Die Rechnungen der Lieferanten sind bis Freitag zu prüfen und zu buchen',
    'rechnung',
    'prüfen',
    'pruefen',
    'rechnungen lieferant',
  ),
  task(
    'Angebot für Müller & Söhne',
    'Das Angebot ist mit dem Vertrieb abzustimmen und nicht vor Montag zu senden',
    'mueller',
    'Müller Söhne',
    'soehne angebot',
    'angebote müller',
  ),
  file(
    'Mietvertrag Straße 12.pdf',
    'Der Mieter und der Vermieter schließen den Vertrag über die Räume im Erdgeschoss',
    'mietvertrag',
    'strasse 12',
    'Straße mietvertrag',
    'raeume erdgeschoss',
  ),
  file(
    'Kündigung Döhring.pdf',
    'Die Kündigung ist mit einer Frist von drei Monaten möglich',
    'kuendigung',
    'döhring',
    'doehring kündigung',
    'frist monate',
  ),
  instance(
    'Übergabe Lager Köln',
    'Die Übergabe ist für den ersten Tag des Monats geplant',
    'übergabe köln',
    'uebergabe',
    'koeln lager',
    'lager koln',
  ),
  task(
    'Verträge archivieren',
    'Alle alten Verträge sind in das Archiv zu legen',
    'verträge',
    'vertraege archiv',
    'archivieren',
  ),
  file(
    'Jahresabschluß 2025.pdf',
    'Der Abschluss und die Bilanz des Jahres',
    'jahresabschluss',
    'bilanz',
    'jahresabschluß 2025',
  ),
  task('Größen der Schränke messen', 'Für die neuen Büros', 'groessen', 'schränke', 'schraenke büros'),
  // French, Spanish, Dutch.
  file(
    'Contrat de maintenance.pdf',
    'Les interventions sont assurées par nos techniciens dans les délais prévus',
    'contrat maintenance',
    'technicien',
    'delais interventions',
  ),
  file(
    'Factura Sevilla.pdf',
    'Las facturas de los proveedores para el mes de mayo',
    'facturas sevilla',
    'proveedor',
    'factura mayo',
  ),
  file(
    'Huurovereenkomst Utrecht.pdf',
    'De huurder is verplicht de kosten van het onderhoud te betalen',
    'huurovereenkomst',
    'utrecht onderhoud',
    'huurder kosten',
  ),
  // Beginnings.
  task('Calibrate spectrometer', 'Yearly, by the vendor', 'calib', 'spectro', 'calibrate spec'),
  task('Decommission old servers', 'Wipe the disks first', 'decom', 'servers wipe', 'old serv'),
  instance('Procurement of microscopes', 'Three offers are needed', 'micros', 'procurement micro', 'procur'),
  file('Organigramme.pdf', 'Departments and their heads', 'organi', 'departments head', 'organigramme'),
  // One wrong letter.
  task('Negotiate warehouse lease', 'With the harbor authority', 'warehuose', 'warehouse leese', 'negotiate waerhouse'),
  instance('Product launch Andromeda', 'Press kit and landing page', 'andromeda', 'adnromeda', 'andromedda'),
  file(
    'Questionnaire for suppliers.pdf',
    'Twelve questions about safety',
    'questionaire',
    'questionnaire',
    'safety questions',
  ),
  task('Schedule maintenance of elevators', 'Both buildings', 'elevators maintenence', 'elevater', 'elevators'),
  // Names.
  person('Priya Raghunathan', 'priya', 'raghunathan', 'raghu', 'Priya Raghunathan'),
  person('Tomás Echeverría', 'tomas', 'echeverria', 'Echeverría', 'tomas eche'),
  person('Anneliese Grünwald', 'grünwald', 'gruenwald', 'anneliese', 'grunwald'),
  person("Siobhán O'Brien", "o'brien", 'obrien', 'siobhan', 'siobh'),
  // What stands deep inside.
  file(
    'Board minutes April.pdf',
    `${'The board met and took notes of reports. '.repeat(400)} The pension fund of Halloway was discussed.`,
    'halloway pension',
    'board minutes',
    'pension funds',
  ),
  file(
    'Manual turbine T-400.pdf',
    `${'Follow the steps in their order. '.repeat(500)} Torque of the flange bolts: 340 Nm.`,
    'turbine flange',
    'T-400',
    'torque bolts',
  ),
  // Several words of one sentence, with fillers.
  task(
    'Send reminder to tenants',
    'Those who have not paid the rent',
    'reminder for the tenants',
    'tenant rent',
    'the reminders',
  ),
  task('Order coffee machines', 'For the second floor', 'order of coffee', 'coffee machine', 'second floor coffee'),
  instance(
    'Complaint of Baltic Foods',
    'Two pallets arrived broken',
    'complaints baltic',
    'broken pallets',
    'baltic food',
  ),
  instance(
    'Refund for the Orion workshop',
    'Three participants could not come',
    'orion refund',
    'workshop refunds',
    'orion participant',
  ),
  task('Draft press release', 'About the new harbor line', 'press releases', 'draft press', 'harbor line'),
]
