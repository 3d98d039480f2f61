/** How programs call themselves that open a link before, or instead of, the person who gets it. */
export const PREVIEW_AGENTS: readonly string[] = [
	// Previews of messengers and telephones.
	'WhatsApp/2.23.20.0 A',
	'TelegramBot (like TwitterBot)',
	'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
	'facebookexternalhit/1.1 Facebot Twitterbot/1.0',
	'Twitterbot/1.0',
	'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
	'Slack-ImgProxy (+https://api.slack.com/robots)',
	'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
	'Viber/15.4.0 CFNetwork/1240.0.4 Darwin/20.6.0',
	'SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
	'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
	'Microsoft Teams Link Preview',
	'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
	'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
	'Google-PageRenderer Google (+https://developers.google.com/+/web/snippet/)',
	'Mozilla/5.0 (compatible; Google-Safety; +http://www.google.com/bot.html)',
	// Scanners of networks and offices.
	'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0; BingPreview/1.0b)',
	'Mozilla/5.0 (compatible; Barracuda Sentinel (EE))',
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0 Safari/537.36 ProofpointURLDefense',
	'Mimecast Web Security',
	'ZscalerBot/1.0',
	'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
	'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0 Safari/537.36',
	'curl/8.5.0',
	'python-requests/2.31.0',
	// One that calls itself like a telephone of somebody.
	'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
];
