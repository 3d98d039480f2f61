/** An application for a sender (4.14), as the form takes it. */
export const APPLICATION = {
	sender: 'Bookshop',
	countryCode: 'ua',
	companyCode: '38212345',
	legalName: 'Bookshop Ltd',
	address: '1 Main Street, Kyiv',
	taxNumber: '382123456789',
	serviceDescription: 'Online shop for books',
	informingPurpose: 'Order updates',
};
