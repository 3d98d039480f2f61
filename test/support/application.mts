/** The form of Sender: Register filled in for one application; a test that makes several gives each its own sender. */
export const APPLICATION = {
	senderName: 'NewShop',
	countryCode: 'UA',
	companyCode: '38212345',
	legalName: 'Shop Ltd',
	address: '1 Main Street, Kyiv',
	taxNumber: '382123456789',
	serviceDescription: 'Books',
	informingPurpose: 'Orders',
};
