/**
 * Every limit of the specification, section 8 and the parameter tables of section 4.
 * Numbers are characters, hours, days, months or counts as the name says.
 */
export const LIMITS = {
	/** Recipients of one campaign (4.7, 4.8, 4.9). */
	recipientsPerCampaign: 10_000,
	/** Recipients of one request of the legacy interface (4.6, phones and individual), as the vendor's own client sends them. */
	recipientsPerBulk: 1_000,
	/** Digits of an MSISDN, no leading + (4.7, 4.8, 4.15). */
	msisdnDigits: { min: 9, max: 15 },
	/** Characters of a text, by alphabet: five segments each (4.8; wire notes, "Text length"). */
	textCharacters: { gsm7: 765, ucs2: 335 },
	/** Segments in which the service sends a text at most (wire notes, "Text length"). */
	segments: 5,
	/** Characters of a sender of 4.8 and of one to register (4.14): alphanumeric or digits only. */
	sender: { alphanumeric: 11, numeric: 15 },
	/** Characters of `originator` of the legacy interface (4.6). */
	originator: 14,
	/** Characters of filter[sender] (4.13). */
	senderFilter: 15,
	/** Characters of an external id (4.4 to 4.9). */
	reference: 32,
	/** Hours a message stays valid (4.6 to 4.9). */
	validityHours: { min: 1, max: 72, default: 72 },
	/** Tariff codes (4.6 to 4.9). */
	tariff: { min: 0, max: 9, default: 0 },
	/** Days ahead that start_at may lie (4.7 to 4.9). */
	startAtDaysAhead: 30,
	/**
	 * Days of creation time that a list of campaigns is asked for at once (4.10: at most 3 months), and of sending time of a list of messages
	 * (extensions notes, section 1). Nothing says how a service counts a month: by the calendar of its zone, by UTC or as 30 days. The
	 * shortest three months have 89 days, and a clock that is set back adds an hour to any number of days, so one more is left.
	 */
	listDays: 88,
	/** Paging of 4.10 and 4.13. Services take pages of 30 to 500 records (wire notes, "Campaign list"). */
	page: { offset: 0, limit: 50, pageMin: 30, pageMax: 500 },
	/** Characters of the fields of a sender application (4.14); those that may be empty are optional. */
	application: {
		code_of_company: { min: 1, max: 30 },
		description: { min: 1, max: 1000 },
		informing_purpose: { min: 1, max: 1000 },
		site_url: { min: 0, max: 150 },
		comment: { min: 0, max: 1000 },
		legal_name: { min: 3, max: 100 },
		address: { min: 3, max: 200 },
		tax_number: { min: 1, max: 20 },
	},
	/** Characters of a filter of a report request; nothing that the service stores there is longer. */
	reportFilter: { min: 0, max: 40 },
	/** Message ids of one report request (extensions notes). */
	reportMessageIds: 300,
	/** Message ids of one request for statuses (extensions notes, section 1). */
	statusIds: 100,
	/** Phones of one request that adds to the stop list, and ids of one that removes from it (extensions notes, section 3). */
	stopList: { phones: 1_000, ids: 200 },
	/** An RCS message (extensions notes, sections 5 and 13): UTF-16 units, cards, buttons of a card, seconds. */
	rcs: {
		/** Recipients of one campaign, those of lists included. */
		recipients: 5_000,
		agent: 40,
		text: 160,
		title: 200,
		cardText: 1_000,
		cards: { min: 2, max: 10 },
		buttons: 4,
		buttonText: 25,
		address: 1_000,
		validitySeconds: { min: 30, max: 86_400 },
	},
	/** A message by Viber (extensions notes, section 1): UTF-16 units. */
	viber: { sender: 40, text: 1_000, address: 255, buttonText: 20 },
	/** Contacts of one request that adds to lists or takes out of them (extensions notes, section 4). */
	attachedContacts: 200,
	/** Characters of a contact list and of a field of contacts (extensions notes, section 4). */
	contactBook: {
		listName: { min: 3, max: 50 },
		fieldName: { min: 1, max: 30 },
		description: { min: 0, max: 255 },
	},
	/** Characters of a short link and of what it leads to, and records that a page of a list may have (extensions notes, section 7). */
	shortLink: {
		address: { min: 1, max: 2048 },
		name: { min: 1, max: 50 },
		slug: { min: 1, max: 25 },
		pageSizes: [10, 20, 50, 100, 200, 500],
	},
	/** Of a one-time password: its digits, how often it may be tried, the seconds it lives (extensions notes, section 8). */
	code: {
		digits: { min: 3, max: 9, default: 6 },
		tries: { min: 1, max: 5, default: 3 },
		seconds: { min: 30, max: 300, default: 300 },
	},
	/** Characters of the name of a template of codes (extensions notes, section 8). */
	templateName: { min: 3, max: 50 },
	/** Characters of an application for a natural person, where they differ from 4.14 (extensions notes, section 9). */
	naturalApplication: { name: { min: 1, max: 100 }, site_url: { min: 7, max: 150 } },
} as const;

/** The types of pictures and videos of an RCS card, by the endings of their names (extensions notes, section 5). */
export const RCS_MEDIA: readonly string[] = 'jpeg jpg gif png h263 m4v mp4 mpeg mpeg4 webm'.split(
	' ',
);
/** The endings of the address of a picture in Viber (extensions notes, section 13). */
export const VIBER_PICTURES: readonly string[] = 'jpg png tiff jpeg gif bmp'.split(' ');
/** Endings that name a type which is none of these; an ending such as .php names none. */
export const OTHER_MEDIA: readonly string[] =
	'3gp aac ai apng avi avif bmp doc docx eps flac flv heic heif html ico m3u8 mkv mov mp3 ogg ogv pdf ppt pptx psd svg tif tiff txt wav webp wmv xls xlsx zip'.split(
		' ',
	);
