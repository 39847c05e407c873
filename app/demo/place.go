package demo

import (
	"math/rand/v2"
	"slices"
	"strings"

	"tsunagu/store"
	"tsunagu/store/master"
)

// businesses is the rough number of companies in each prefecture, in thousands, in the order of the
// codes: a large demo network is distributed over the country as the real companies are.
var businesses = [47]int{
	140, 38, 36, 58, 30, 35, 56, 74, 55, 60, 157, 118, 413, 184, 70, 31, 37, 27, 29, 68, 65, 107, 199, 47,
	32, 80, 267, 133, 31, 33, 15, 20, 51, 77, 36, 22, 28, 38, 23, 134, 22, 38, 45, 31, 31, 46, 47,
}

// grownPlaces are the towns of the country and the place names that listings' texts use.
type grownPlaces struct {
	upTo     [47]int // cumulative sums of businesses
	towns    [47][]master.Address
	renaming map[string]*strings.Replacer
	names    []string
}

// grownPlace is a town with a postal code and the key of its region.
type grownPlace struct {
	master.Address
	postalCode string
	region     int
}

func newGrownPlaces() *grownPlaces {
	p := &grownPlaces{renaming: map[string]*strings.Replacer{}}
	sum := 0
	for i, x := range master.Prefectures() {
		sum += businesses[i]
		p.upTo[i] = sum
		p.names = append(p.names, x.Name)
		for _, city := range master.Cities(x.Code) {
			for _, town := range master.Towns(city.Code) {
				p.towns[i] = append(p.towns[i], master.Address{PrefectureCode: x.Code, PrefectureName: x.Name, CityCode: city.Code,
					CityName: city.FullName, TownCode: town.Code, TownName: town.Name})
			}
		}
	}
	for _, x := range master.Regions() {
		p.names = append(p.names, x.Name+"地方")
	}
	return p
}

// prefecture draws a prefecture's code, weighted by its number of companies.
func (p *grownPlaces) prefecture(r *rand.Rand) string {
	x := r.IntN(p.upTo[46])
	i, _ := slices.BinarySearch(p.upTo[:], x+1)
	return master.Prefectures()[i].Code
}

// of draws a town, two times of three in the prefecture home, if one is given.
func (p *grownPlaces) of(r *rand.Rand, home string) grownPlace {
	if home == "" || r.IntN(3) == 0 {
		home = p.prefecture(r)
	}
	region, _ := master.RegionOf(home)
	town := One(r, p.towns[atoi(home)-1])
	return grownPlace{town, One(r, master.PostalCodes(town.TownCode)), atoi(region.Code)}
}

// move puts a listing into another place, also in its texts.
func (p *grownPlaces) move(c *store.ListingContent, to grownPlace) {
	region, _ := master.RegionOf(to.PrefectureCode)
	name := region.Name + "地方"
	if c.IsPrefecturePublic {
		name = to.PrefectureName
	}
	renaming := p.renaming[name]
	if renaming == nil {
		var pairs []string
		for _, x := range p.names {
			pairs = append(pairs, x, name)
		}
		renaming = strings.NewReplacer(pairs...)
		p.renaming[name] = renaming
	}
	for _, text := range []*string{&c.BusinessName, &c.Description, &c.Markets} {
		*text = renaming.Replace(*text)
	}
	c.Region, c.PrefectureCode, c.CityCode, c.PublicRegion = to.region, to.PrefectureCode, to.CityCode, []int{to.region}
	c.PostalCode, c.Address = to.postalCode, to.PrefectureName+to.CityName+to.TownName
}
